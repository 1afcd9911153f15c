import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { App } from './app';
import { loadConfig } from './config';
import { firebaseBackend } from './firebase-backend';
import { makeRoutes } from './routes';
import { showStartFailure } from './start-failure';

async function start(root: HTMLElement): Promise<void> {
  try {
    const backend = firebaseBackend(await loadConfig(), window.location.origin);
    createRoot(root).render(
      <StrictMode>
        <App backend={backend}>
          <RouterProvider router={createBrowserRouter(makeRoutes())} />
        </App>
      </StrictMode>,
    );
  } catch (thrown) {
    showStartFailure(root);
    throw thrown;
  }
}

const root = document.getElementById('root');
if (root) void start(root);
