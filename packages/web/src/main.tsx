import './ui/base-style.ts';
import './app/base.css';
import { makeRuntime } from './app/make-runtime.ts';

const root = document.getElementById('root');
if (root) {
  const runtime = makeRuntime();
  void import('./app/start.tsx').then(({ start }) => start(root, runtime));
}
