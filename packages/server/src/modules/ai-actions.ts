import { bannedWord, chatSession, writeRerun, writeTask } from '@gantry/core';
import type { RecordChecks } from '../platform/engine/engine.ts';
import type { Operations } from '../platform/engine/operation.ts';
import { deleteRecord } from '../platform/engine/record-actions/delete-record.ts';
import type { OutboundClient } from '../platform/outbound/index.ts';
import type { SettingsReader } from '../platform/settings/settings-reader.ts';
import { contentOperations } from './agents/admin-actions.ts';
import { contentChecks } from './agents/content-checks.ts';
import { deleteMessage, deleteSession, flagMessage, previewPurge, purgeSessions } from './chats/admin-actions.ts';
import { createChatThreadOperation } from './chats/chat-thread.ts';
import { rerunWrite } from './creations/rerun-work.ts';
import { saveAsTemplate } from './creations/save-as-template.ts';
import { cancelRun } from './knowledge/evaluation/start-run.ts';
import { lookBack } from './moderation/look-back.ts';
import { checkWords, createBannedWordCheck, createWordCheck } from './moderation/word-check.ts';
import type { WordList } from './moderation/word-list.ts';
import { testWords } from './moderation/word-test.ts';

export interface AiDeps {
  readonly wordList: WordList;
  readonly settings: SettingsReader;
  readonly outbound?: OutboundClient;
}

export function createAiOperations(deps: AiDeps): Operations {
  return {
    [`${bannedWord.name}/test`]: testWords({ wordList: deps.wordList, checkWord: createWordCheck() }),
    [`${bannedWord.name}/lookBack`]: lookBack({ settings: deps.settings, checkWord: createWordCheck() }),
    [`${bannedWord.name}/check`]: checkWords(deps),
    [`${chatSession.name}/delete`]: deleteSession,
    [`${chatSession.name}/deleteMessage`]: deleteMessage(deps.settings),
    [`${chatSession.name}/flag`]: flagMessage,
    [`${chatSession.name}/previewPurge`]: previewPurge,
    [`${chatSession.name}/purge`]: purgeSessions,
    [`${writeTask.name}/saveAsTemplate`]: saveAsTemplate,
    [`${writeTask.name}/rerun`]: rerunWrite(deps.settings),
    [`${writeRerun.name}/cancel`]: { run: cancelRun },
    [`${writeRerun.name}/delete`]: deleteRecord(),
    [`${chatSession.name}/thread`]: createChatThreadOperation(deps.settings),
    ...contentOperations,
  };
}

export function createAiChecks(): RecordChecks {
  return { [bannedWord.name]: createBannedWordCheck(createWordCheck()), ...contentChecks };
}
