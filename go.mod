module tengen

go 1.26.0

require (
	github.com/BurntSushi/toml v1.6.0
	github.com/jedib0t/go-pretty/v6 v6.8.3
	github.com/sirupsen/logrus v1.10.2
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.9
	golang.org/x/sys v0.50.0
)

require (
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/mattn/go-runewidth v0.0.30 // indirect
	golang.org/x/text v0.23.0 // indirect
)
