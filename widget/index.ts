// Everything that other programs may import from the widget.
export { CardPreview, type CardPreviewProps } from './card/card-preview';
export {
  inMemoryTips as memoryTips,
  type InMemoryTips as MemoryTips,
  type TipScript,
} from './data/in-memory-backend';
export { scriptedSurface, type SurfaceScript } from './payment/scripted-surface';
export type { Diagnosis, Finding } from './diagnose/diagnosis';
export type { Settings } from './element/attributes';
export type { Layout, Theme } from './element/first-settings';
export type { BuskerEventDetails, BuskerEventName } from './element/events';
