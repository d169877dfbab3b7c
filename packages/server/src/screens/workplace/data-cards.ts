import {
  type AnyResource,
  type Asker,
  admin,
  admins,
  apiKey,
  backup,
  bannedWord,
  chatMessage,
  chatSession,
  drawTask,
  everyone,
  file,
  helpDoc,
  mayUse,
  notice,
  type Roles,
  user,
  violationLog,
  wallet,
} from '@gantry/core';
import type { PanelWord } from '../../notifications/panel-words.ts';

const card = (word: PanelWord, of: Pick<AnyResource, 'path'>, roles: Roles = everyone) => ({
  word,
  roles,
  path: of.path,
});

/** The figures of the platform: what each is called, what it is of, and whose it is. Money and upkeep are for admins. */
export const dataCards = {
  users: card('panels.card.users', user),
  tasks: card('panels.card.tasks', drawTask),
  coinOutstanding: card('panels.card.coinOutstanding', wallet, admins),
  powerOutstanding: card('panels.card.powerOutstanding', wallet, admins),
  keysWithProblems: card('panels.card.keysWithProblems', apiKey, admins),
  backupAge: card('panels.card.backupAge', backup, admins),
  orphans: card('panels.card.orphans', file, admins),
  sessions: card('panels.card.sessions', chatSession),
  messages: card('panels.card.messages', chatMessage),
  tokens: card('panels.card.tokens', chatMessage),
  chatUsers: card('panels.card.chatUsers', chatSession),
  violations: card('panels.card.violations', violationLog),
  bannedWords: card('panels.card.bannedWords', bannedWord),
  helpDocs: card('panels.card.helpDocs', helpDoc),
  notices: card('panels.card.notices', notice),
  admins: card('panels.card.admins', admin),
} as const;

export type DataCardKey = keyof typeof dataCards;

export function maySee(asker: Asker, key: DataCardKey): boolean {
  return mayUse(asker, dataCards[key]);
}
