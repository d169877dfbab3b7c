import type { Migration } from './migration.ts';

/** The contract of a regional agent is kept with the record. */
export const agentContractsMigration: Migration = {
  id: '0087-agent-contracts',
  statements: [
    'alter table "regional_agents" add column "file" text',
    'alter table "regional_agents" add column "format" text',
  ],
};
