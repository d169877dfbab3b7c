import { defineModule } from '../../platform/module/define-module.ts';
import type { KeyDeps } from '../keys/try-key.ts';
import { rerunWork } from './rerun-work.ts';

/** Tasks that write, draw, compose or film for users. */
export const creationsModule = defineModule({
  name: 'creations',
  jobs: (deps: KeyDeps) => ({ writeRerun: rerunWork(deps) }),
});
