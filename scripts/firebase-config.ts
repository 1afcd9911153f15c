import { functionPaths, hostedOrigins, routeHeaders } from '../core/web/route-headers';

/** firebase.json as the product needs it: the headers and the rewrites come from the same table as the local server's. */
export function firebaseConfig(): object {
  return {
    firestore: { rules: 'rules/firestore.rules', indexes: 'rules/firestore.indexes.json' },
    storage: { rules: 'rules/storage.rules' },
    functions: [{ source: 'dist/functions', codebase: 'busker', runtime: 'nodejs24', ignore: ['*.log'] }],
    hosting: {
      public: 'dist/hosting',
      ignore: ['**/.*'],
      cleanUrls: false,
      trailingSlash: false,
      headers: routeHeaders(hostedOrigins).map(({ source, headers }) => ({
        source,
        headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
      })),
      rewrites: [
        ...functionPaths.map((source) => ({ source, function: { functionId: 'app', pinTag: true } })),
        // Every other address is one of the dashboard's screens; a missing script is a 404, not a page.
        { source: '!/@(assets|embed)/**', destination: '/index.html' },
      ],
    },
  };
}
