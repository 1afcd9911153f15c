/** Values that no field, or no field of this kind, accepts. */
export const noText = [7, true, {}, []];
export const noNumber = [undefined, null, '500', true, {}, [], 0.5, -1];
export const noAmount = [...noNumber, 100_000_000, 1e300];
export const noFlag = [undefined, null, 1, 'true', {}];
export const noWord = [undefined, null, '', 'other', 7, {}, []];
export const long = (length: number) => 'x'.repeat(length);
export const optionalText = (limit: number) => [...noText, long(limit * 8 + 1), long(limit + 1)];
export const needed = (limit: number) => [undefined, null, ...noText, '', long(limit + 1)];
