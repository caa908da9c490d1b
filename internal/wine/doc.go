// Package wine runs the Windows build of the program under Wine, for tests on machines without Windows. Its tests are
// skipped where Wine is not ready; make wine gets it ready and runs them.
package wine
