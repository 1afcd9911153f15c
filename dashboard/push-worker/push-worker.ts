import { ownNotes } from '../shared/push/device-note';
import { startWorker } from './start-worker';
import type { WorkerScope } from './worker-scope';

declare const self: WorkerScope;

startWorker(self, ownNotes());
