import { useChunk, type Chunk } from './use-chunk';

const load = () => import('../sheet/tip-sheet');

/** The tip sheet is a chunk of its own. */
export type SheetGate = Chunk<Awaited<ReturnType<typeof load>>>;

/** Fetched when the fan points at the button, so that it is there at the tap. A failure shows at the tap, not before. */
export function prefetchSheet(): void {
  load().catch(() => undefined);
}

export const useSheet = (wanted: boolean): SheetGate => useChunk(load, wanted);
