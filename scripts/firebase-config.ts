import { functionPattern, screenPattern } from '../core/web/addresses';
import { hostedOrigins, routeHeaders } from '../core/web/route-headers';

/** firebase.json, with headers and rewrites from the same table as the local server's. */
export function firebaseConfig(region = 'us-central1'): object {
  return {
    firestore: { rules: 'rules/firestore.rules', indexes: 'rules/firestore.indexes.json' },
    storage: { rules: 'rules/storage.rules' },
    functions: [
      {
        source: 'dist/functions',
        codebase: 'busker',
        runtime: 'nodejs24',
        ignore: ['node_modules', '.git', '*.log', '*.local'],
      },
    ],
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
        { regex: functionPattern, function: { functionId: 'app', region } },
        { regex: screenPattern, destination: '/index.html' },
      ],
    },
  };
}
