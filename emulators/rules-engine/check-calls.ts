import type { Place } from './place';
import type { FunctionDeclaration } from './syntax-tree';

/** Production's limit for the depth of function calls. */
const deepestCall = 20;

type Calls = ReadonlyMap<FunctionDeclaration, ReadonlySet<FunctionDeclaration>>;

/** Refuses recursive functions and call chains that are longer than production's limit. */
export function checkCalls(calls: Calls): { at: Place; message: string }[] {
  const found: { at: Place; message: string }[] = [];
  const depths = new Map<FunctionDeclaration, number>();
  const open = new Set<FunctionDeclaration>();
  const depthOf = (declaration: FunctionDeclaration): number => {
    const known = depths.get(declaration);
    if (known !== undefined) return known;
    // Files with deeper calls are refused anyway, so the search can stop here.
    if (open.size > deepestCall) return 1;
    open.add(declaration);
    let depth = 1;
    for (const other of calls.get(declaration) ?? []) {
      if (open.has(other)) {
        found.push({
          at: declaration.at,
          message: `${declaration.name}() calls itself through ${other.name}().`,
        });
      } else depth = Math.max(depth, 1 + depthOf(other));
    }
    open.delete(declaration);
    depths.set(declaration, depth);
    if (depth > deepestCall) {
      found.push({
        at: declaration.at,
        message: `The calls from ${declaration.name}() are nested deeper than ${deepestCall}.`,
      });
    }
    return depth;
  };
  for (const declaration of calls.keys()) depthOf(declaration);
  return found;
}
