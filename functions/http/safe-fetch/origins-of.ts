/** Both origins of each `host:port`, as the URL parser writes them: without the default port of their scheme. */
export const originsOf = (hosts: readonly string[]): readonly string[] =>
  hosts.flatMap((host) => [new URL(`http://${host}`).origin, new URL(`https://${host}`).origin]);
