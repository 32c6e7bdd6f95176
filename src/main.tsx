import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { readConfig } from './config.ts';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html holds no element with the id "root".');

try {
  const answer = await fetch('/config.json', { cache: 'no-store', credentials: 'omit' });
  const config = readConfig(await answer.json());
  createRoot(root).render(
    <StrictMode>
      <App config={config} />
    </StrictMode>,
  );
} catch (error) {
  root.textContent = `The console could not start. ${error instanceof Error ? error.message : ''} Reload, or tell who runs it.`;
}
