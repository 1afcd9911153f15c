export function bundleBrowserScripts(): Promise<Readonly<Record<string, string>>>;
