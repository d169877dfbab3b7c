const isOn = (value: string | undefined) =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());

/** A terminal that is listened to: asked for, said by the environment, or one that can place nothing on its screen. */
export function isSpokenTerminal(environment: NodeJS.ProcessEnv, asked: boolean): boolean {
  const { ACCESSIBLE, INK_SCREEN_READER, TERM } = environment;
  return asked || isOn(ACCESSIBLE) || isOn(INK_SCREEN_READER) || TERM === 'dumb';
}
