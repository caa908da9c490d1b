package hardening

import (
	"strings"
	"sync"
	"time"

	"github.com/sirupsen/logrus"
)

// A turn is one question to an engine and its answer, as the driver's log has them.
type turn struct {
	engine   string
	from, to time.Time
}

// turns listens to the log of a match: a trace for each line to ("< ") and from ("> ") an engine.
type turns struct {
	mu    sync.Mutex
	asked map[string]time.Time // by engine: when the last command went out
	all   []turn
}

// Levels makes it a logrus.Hook.
func (l *turns) Levels() []logrus.Level { return []logrus.Level{logrus.TraceLevel} }

// Fire takes one entry.
func (l *turns) Fire(e *logrus.Entry) error {
	name, _ := e.Data["engine"].(string)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch text := e.Message; {
	case strings.HasPrefix(text, "< "):
		l.asked[name] = e.Time
	case strings.HasPrefix(text, "> ") && text[2] >= '0' && text[2] <= '9' && !l.asked[name].IsZero():
		l.all = append(l.all, turn{name, l.asked[name], e.Time})
		delete(l.asked, name)
	}
	return nil
}

// take gives the turns since it was last called.
func (l *turns) take() []turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.all
	l.all = nil
	return all
}
