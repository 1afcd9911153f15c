// Programs outside of this repository import it by this path.
export { silentBell, TimerBell } from './start-timers';
