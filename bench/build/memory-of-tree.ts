/** A process of this machine at one moment. */
export interface ProcessMemory {
  readonly pid: number;
  readonly parent: number;
  readonly bytes: number;
}

/** The memory of a process and of everything that it started, directly or not. What two of them share counts twice. */
export function memoryOfTree(pid: number, processes: readonly ProcessMemory[]): number {
  const inTree = new Set([pid]);
  // A child may stand before its parent: a pid is used again after a while.
  for (let known = 0; known < inTree.size;) {
    known = inTree.size;
    for (const { pid: each, parent } of processes) if (inTree.has(parent)) inTree.add(each);
  }
  return processes.filter(({ pid: each }) => inTree.has(each)).reduce((sum, { bytes }) => sum + bytes, 0);
}
