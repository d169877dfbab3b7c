import type { Migration } from './migration.ts';

/** The knowledge bases that an agent looks things up in. */
export const agentKnowledgeMigration: Migration = {
  id: '0075-agent-knowledge',
  statements: ['alter table "agents" add column "knowledge_bases" text'],
};
