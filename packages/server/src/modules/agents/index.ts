import { defineModule } from '../../platform/module/define-module.ts';
import { contentOperations } from './admin-actions.ts';
import { contentChecks } from './content-checks.ts';

/** Agents, mini apps, prompts and templates. */
export const agentsModule = defineModule({
  name: 'agents',
  actions: () => contentOperations,
  checks: contentChecks,
});

export { listAgentsWithBase } from './agent-bases.ts';
