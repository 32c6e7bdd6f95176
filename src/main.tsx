import { startConsole } from './app/start.tsx';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html holds no element with the id "root".');
void startConsole(root);
