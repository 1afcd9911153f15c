/** Draws ranks from 0 to `size - 1` by Zipf's law: rank r is drawn in proportion to 1 / (r + 1). */
export function zipf(size: number, random: () => number): () => number {
  let sum = 0;
  const upTo = Float64Array.from({ length: size }, (_, rank) => (sum += 1 / (rank + 1)));
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
