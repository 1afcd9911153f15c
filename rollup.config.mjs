// Where Rollup looks for its settings.
export { programsOf as default } from './scripts/rollup/programs.mjs';
