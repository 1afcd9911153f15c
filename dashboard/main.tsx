import './theme/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app';
import { loadConfig } from './data/config';
import { firebaseBackend } from './firebase/firebase-backend';
import { Pages } from './routes';
import { showStartFailure } from './messages/start-failure';

async function start(root: HTMLElement): Promise<void> {
  try {
    const backend = firebaseBackend(await loadConfig(), window.location.origin);
    createRoot(root).render(
      <StrictMode>
        <App backend={backend}>
          <BrowserRouter>
            <Pages />
          </BrowserRouter>
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
