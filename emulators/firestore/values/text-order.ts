const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Orders strings by their UTF-8 bytes, as Firestore does; JavaScript's `<` orders by UTF-16 units. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const surrogateX = isSurrogate(x);
    if (surrogateX !== isSurrogate(y)) return surrogateX ? 1 : -1;
    return x < y ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

export const utf8Length = (text: string): number => Buffer.byteLength(text, 'utf8');
