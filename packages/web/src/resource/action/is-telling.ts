/** Whether an answer says more than the record it is about. */
export function isTelling(answer: unknown): boolean {
  if (answer === null || answer === undefined || typeof answer !== 'object')
    return answer !== null && answer !== undefined;
  if ('id' in answer && 'version' in answer) return false;
  return Object.keys(answer).length > 0;
}
