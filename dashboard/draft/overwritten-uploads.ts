import { dequal } from 'dequal/lite';
import { isPictureSlot, type DraftPicture } from '../../core/profile/picture-slots';

interface Change {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** An upload, and the field or link that it belongs to. */
interface Owned {
  readonly owner: string;
  readonly picture: DraftPicture;
}

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownerOf = (path: readonly string[]): string => path.slice(0, path[0] === 'links' ? 2 : 1).join('.');

function uploadOf({ slot, generation }: Tree): DraftPicture | null {
  const isUpload = typeof slot === 'string' && isPictureSlot(slot) && typeof generation === 'string';
  return isUpload ? { slot, generation } : null;
}

function uploadsIn(value: unknown, owner: string): readonly Owned[] {
  if (!isTree(value)) return [];
  const picture = uploadOf(value);
  return picture ? [{ owner, picture }] : Object.values(value).flatMap((inner) => uploadsIn(inner, owner));
}

/** An overwritten upload becomes the one that replaced it; where another link has the slot now, no picture. */
function current(value: unknown, owner: string, fresh: readonly Owned[]): unknown {
  if (!isTree(value)) return value;
  const its = uploadOf(value);
  const over = fresh.find(
    ({ picture }) => its?.slot === picture.slot && its.generation !== picture.generation,
  );
  if (over) return over.owner === owner ? { ...value, ...over.picture } : null;
  if (its) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, current(inner, owner, fresh)]));
}

/**
 * The earlier steps after these changes, which may name new uploads. An upload overwrites the bytes that were in its slot, so no earlier step may bring
 * those back.
 */
export function withoutOverwritten<S extends { readonly changes: readonly Change[] }>(
  steps: readonly S[],
  changes: readonly Change[],
): readonly S[] {
  const fresh = changes.flatMap(({ path, after }) => uploadsIn(after, ownerOf(path)));
  if (fresh.length === 0) return steps;
  return steps.flatMap((step) => {
    const left = step.changes
      .map((change) => ({
        ...change,
        before: current(change.before, ownerOf(change.path), fresh),
        after: current(change.after, ownerOf(change.path), fresh),
      }))
      .filter(({ before, after }) => !dequal(before, after));
    return left.length > 0 ? [{ ...step, changes: left }] : [];
  });
}
