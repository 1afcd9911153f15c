/** The folder whose node_modules has the locked firebase-tools; it is fetched the first time. */
export function firebaseFolder(say?: (line: string) => void): Promise<string>;
/** Loads files of firebase-tools and of the packages that it brings. */
export function firebaseTools(): Promise<NodeJS.Require>;
