/** Gives the owner a file that was made or fetched here, as a download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file when the click is through; later is safe everywhere.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
