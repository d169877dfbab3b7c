import { bannedWord, chatSession, writeRerun, writeTask } from '@gantry/core';
import type { OutboundClient } from '../../outbound/index.ts';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { deleteRecord } from '../catalogue/delete-record.ts';
import { cancelRun } from '../recall/start-run.ts';
import { deleteMessage, deleteSession, flagMessage, previewPurge, purgeSessions } from './chat-deeds.ts';
import { createChatThreadOperation } from './chat-thread.ts';
import { contentChecks } from './content-checks.ts';
import { contentOperations } from './content-operations.ts';
import { lookBack } from './look-back.ts';
import { rerunWrite } from './rerun-write.ts';
import { saveAsTemplate } from './save-as-template.ts';
import { checkWords } from './word-check.ts';
import { createBannedWordCheck, createWordCheck } from './word-checks.ts';
import type { WordList } from './word-list.ts';
import { testWords } from './word-test.ts';

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
