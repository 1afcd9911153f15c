// All that the other programs may import of the widget.
export { CardPreview, type CardPreviewProps } from './card-preview';
export { memoryTips, type MemoryTips, type TipScript } from './memory-backend';
export { scriptedSurface, type SurfaceScript } from './payment/scripted-surface';
export type { Diagnosis, Finding } from './diagnose/diagnosis';
export type { Layout, Settings, Theme } from './attributes';
export type { BuskerEventDetails, BuskerEventName } from './events';
