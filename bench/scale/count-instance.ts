import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createCountApp } from '@busker/functions/app';
import { beforeEnd } from '@busker/functions/before-end';
import { parseConfig } from '@busker/functions/config';
import { liveDeps } from '@busker/functions/live-deps';
import { listenOnLoopback } from '@busker/emulators/loopback';

// One instance of the function `count`, as functions/index.ts starts it, in a process that can be killed.
const deps = liveDeps(parseConfig(process.env));
const listener = getRequestListener(createCountApp(deps).fetch, { overrideGlobalObjects: false });
const server = createServer((request, response) => void listener(request, response));
beforeEnd(() => deps.counting.end());
const port = await listenOnLoopback(server, 0, { name: 'an instance of count' });
process.send?.(port);
