// Everything that other programs may import from the widget.
export { CardPreview, type CardPreviewProps } from './preview/card-preview';
export {
  inMemoryTips as memoryTips,
  type InMemoryTips as MemoryTips,
  type TipScript,
} from './preview/in-memory-backend';
export { scriptedSurface, type SurfaceScript } from './preview/scripted-surface';
export type { Diagnosis, Finding } from './diagnose/diagnosis';
export type { Settings } from './attributes/attributes';
export type { Layout, Theme } from './attributes/first-settings';
export type { BuskerEventDetails, BuskerEventName } from './signals/events';
