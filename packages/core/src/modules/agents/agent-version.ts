import { defineResource, type RecordOf } from '../../definition/index.ts';
import { defineVersionLog } from '../content-version.ts';
import { agent } from './agent.ts';

export const agentVersion = defineResource({
  ...defineVersionLog('agent', { zh: '智能体', en: 'Agent' }, agent.fields),
  name: 'agentVersion',
  path: '/ai/ai_scenes/ai_scene',
  label: { zh: '智能体版本', en: 'Agent version' },
});
export type AgentVersion = RecordOf<typeof agentVersion>;
