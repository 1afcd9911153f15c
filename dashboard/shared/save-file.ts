/** Downloads a file that was made or fetched here. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the file when the click returns; a later time is safe everywhere.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
