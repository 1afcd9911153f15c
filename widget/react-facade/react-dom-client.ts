export { createRoot } from './reconcile';
