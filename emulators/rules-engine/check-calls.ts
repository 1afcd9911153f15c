import type { Place } from './place';
import type { FunctionDeclaration } from './syntax-tree';

/** Production's limit on functions that call functions. */
const deepestCall = 20;

type Calls = ReadonlyMap<FunctionDeclaration, ReadonlySet<FunctionDeclaration>>;

/** No function may reach itself, and no row of calls may grow longer than production takes. */
export function checkCalls(calls: Calls): { at: Place; message: string }[] {
  const found: { at: Place; message: string }[] = [];
  const depths = new Map<FunctionDeclaration, number>();
  const open = new Set<FunctionDeclaration>();
  const depthOf = (declaration: FunctionDeclaration): number => {
    const known = depths.get(declaration);
    if (known !== undefined) return known;
    // Deeper than this the file is refused anyway, so the walk need not go on.
    if (open.size > deepestCall) return 1;
    open.add(declaration);
    let depth = 1;
    for (const other of calls.get(declaration) ?? []) {
      if (open.has(other)) {
        found.push({
          at: declaration.at,
          message: `${declaration.name}() calls itself by way of ${other.name}().`,
        });
      } else depth = Math.max(depth, 1 + depthOf(other));
    }
    open.delete(declaration);
    depths.set(declaration, depth);
    if (depth > deepestCall) {
      found.push({
        at: declaration.at,
        message: `Calls from ${declaration.name}() go deeper than ${deepestCall}.`,
      });
    }
    return depth;
  };
  for (const declaration of calls.keys()) depthOf(declaration);
  return found;
}
