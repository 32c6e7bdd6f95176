// First of all: what stands below it runs while the data is on its way.
import { started } from './app/start.ts';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html holds no element with the id "root".');
if (started instanceof Error) {
  root.textContent = `The console could not start. ${started.message} Reload, or tell whoever runs it.`;
} else {
  await started.ready;
  createRoot(root).render(
    <StrictMode>
      <App {...started} />
    </StrictMode>,
  );
}
