export function bundleBrowserScripts(): Promise<Readonly<Record<string, string>>>;
export function readFontFiles(): Promise<Readonly<Record<string, string>>>;
