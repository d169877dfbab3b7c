import './ui/base-style.ts';
import './base.css';
import { makeRuntime } from './make-runtime.ts';

const root = document.getElementById('root');
if (root) {
  const runtime = makeRuntime();
  void import('./start.tsx').then(({ start }) => start(root, runtime));
}
