import { readFileSync, writeFileSync } from 'node:fs';
import { createTranslator } from '@gantry/core';
import { words as common } from '@gantry/core/words/zh-CN';
import { words } from '@gantry/core/words/zh-CN/cli';
import { expect, it } from 'vitest';
import type { CliKey } from './cli-key.ts';
import { describeConnectionError } from './connection-errors.ts';
import { describeFileProblem } from './file-problems.ts';

const t = createTranslator<CliKey>('zh-CN', common, words);

function catchProblem(run: () => unknown) {
  try {
    run();
    return null;
  } catch (error) {
    return describeFileProblem(error, t);
  }
}

it('explains a file error in the language of the user, with its path', () => {
  expect(catchProblem(() => readFileSync('/dev/null/none'))).toEqual({
    path: '/dev/null/none',
    reason: '路径中有一段不是文件夹',
  });
  expect(catchProblem(() => writeFileSync('/dev/full', 'more'))?.reason).toBe('磁盘已满');
});

it('ignores connection errors and errors of the program itself', () => {
  const rejected = Object.assign(new Error('connect EACCES'), { code: 'EACCES', syscall: 'connect' });
  expect([describeFileProblem(rejected, t), describeFileProblem(new Error('ENOSPC'), t)]).toEqual([null, null]);
});

it('explains why a server was not reached, and leaves an unknown reason unchanged', () => {
  const reasons = ['connect ECONNREFUSED 127.0.0.1:9', 'no answer within 30000 ms', 'ETIMEDOUT', 'something new'];
  expect(reasons.map((reason) => describeConnectionError(reason, t))).toEqual([
    '该地址没有服务响应',
    '等待 30 秒未收到响应',
    '等待超时',
    'something new',
  ]);
});
