import { startConsole } from './app/startConsole.tsx';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html holds no element with the id "root".');
const config = fetch('/config.json', { cache: 'no-store', credentials: 'omit' });
void startConsole(
  root,
  config.then((answer) => answer.json()),
);
