import { startConsole } from './app/startConsole.tsx';
import './styles.css';

declare global {
  interface Window {
    /** On its way since `public/early.js`, which comes before this. */
    earlyConfig?: Promise<Response>;
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html holds no element with the id "root".');
const config = window.earlyConfig ?? fetch('/config.json', { cache: 'no-store', credentials: 'omit' });
void startConsole(
  root,
  config.then((answer) => answer.json()),
);
