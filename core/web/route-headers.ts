import { screens } from './addresses';
import type { AllowedOrigins } from './allowed-origins';
import type { RouteHeaders } from './header-row';
import { immutableRows, noFiles } from './immutable-rows';
import {
  challengePolicy,
  dashboardPolicy,
  framePolicy,
  overlayPolicy,
  plainPagePolicy,
  publicPagePolicy,
} from './page-policies';
import { styleHash } from './style-hash';

const anySite = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
const askedAgain = { 'Cache-Control': 'public, max-age=0, must-revalidate' };
/** Files of the dashboard whose name stays when their content changes. */
const notHashed = [
  '/',
  '/index.html',
  '/busker-config.json',
  '/app.webmanifest',
  '/icons/**',
  ...screens.flatMap((name) => [`/${name}`, `/${name}/**`]),
];
const data = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };

/**
 * The headers of every path that this product serves, in one table. The local server sends them, firebase.json's `headers` are generated from it, the
 * functions' own pages use it, and a test checks every row.
 *
 * Every row that matches a path applies; where two rows set one header, the later row wins. No row sets `Cache-Control` for an address of the
 * functions: Hosting would write it over what the function says about its own answer, errors included.
 */
export function routeHeaders(origins: AllowedOrigins, files = noFiles): readonly RouteHeaders[] {
  return [
    {
      source: '**',
      headers: {
        'Content-Security-Policy': dashboardPolicy(origins),
        // Sign-in pop-ups must be able to message the page that opened them.
        'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
        'X-Content-Type-Options': 'nosniff',
      },
    },
    ...notHashed.map((source) => ({ source, headers: askedAgain })),
    { source: '/assets/**', headers: askedAgain },
    // A worker's policy is that of its own file. It loads nothing, and browsers must look for a newer one each time.
    { source: '/push-worker.js', headers: { ...data, 'Cache-Control': 'no-cache' } },
    { source: '/embed/**', headers: { ...anySite, ...data } },
    ...['/embed/v1.js', '/embed/next.js'].map((source) => ({
      source,
      headers: { 'Cache-Control': 'public, max-age=300, stale-while-revalidate=3600' },
    })),
    ...immutableRows(files),
    { source: '/v1/**', headers: { ...data, 'Cross-Origin-Resource-Policy': 'cross-origin' } },
    { source: '/v1/me/**', headers: { 'Cross-Origin-Resource-Policy': 'same-origin' } },
    { source: '/img/**', headers: { ...anySite, ...data } },
    { source: '/oembed', headers: { ...anySite, ...data } },
    { source: '/docs/**', headers: anySite },
    { source: '/.well-known/security.txt', headers: anySite },
    {
      source: '/@*',
      headers: {
        'Content-Security-Policy': publicPagePolicy(origins),
        'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
      },
    },
    { source: '/@*/tip', headers: { 'Content-Security-Policy': publicPagePolicy(origins, [styleHash]) } },
    {
      source: '/@*/embed',
      headers: {
        'Content-Security-Policy': framePolicy,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        // Pages with cross-origin isolation show only frames that send the same header.
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
    {
      source: '/challenge',
      headers: {
        'Content-Security-Policy': challengePolicy,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    },
    { source: '/@*/*.svg', headers: { ...anySite, ...data } },
    { source: '/@*/*.png', headers: { ...anySite, ...data } },
    ...['/@*/monthly', '/legal/**', '/docs/**', '/report', '/report/**'].map((source) => ({
      source,
      headers: { 'Content-Security-Policy': plainPagePolicy },
    })),
    // The address of a report's page contains the key to the report.
    { source: '/report/**', headers: { 'Referrer-Policy': 'no-referrer' } },
    { source: '/.well-known/security.txt', headers: data },
    {
      source: '/t/**',
      headers: {
        'Content-Security-Policy': publicPagePolicy(origins),
        'Referrer-Policy': 'no-referrer',
      },
    },
    // The address of this page has the overlay's key in its fragment.
    ...['/o', '/overlay.html'].map((source) => ({
      source,
      headers: {
        'Content-Security-Policy': overlayPolicy(origins),
        'Cache-Control': 'no-cache',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      },
    })),
    { source: '/overlay/**', headers: askedAgain },
    // The address of this page ends a channel.
    {
      source: '/off/**',
      headers: { 'Content-Security-Policy': plainPagePolicy, 'Referrer-Policy': 'no-referrer' },
    },
  ];
}
