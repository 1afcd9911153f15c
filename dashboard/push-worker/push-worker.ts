import { ownNotes } from '../device/device-note';
import { startWorker, type WorkerScope } from './start-worker';

declare const self: WorkerScope;

startWorker(self, ownNotes());
