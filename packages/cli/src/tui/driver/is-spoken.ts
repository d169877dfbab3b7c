const isOn = (value: string | undefined) =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());

/** A terminal that is listened to: asked for, said by the environment, or one that can place nothing on its screen. */
export function isAccessibleTerminal(environment: NodeJS.ProcessEnv, requested: boolean): boolean {
  const { ACCESSIBLE, INK_SCREEN_READER, TERM } = environment;
  return requested || isOn(ACCESSIBLE) || isOn(INK_SCREEN_READER) || TERM === 'dumb';
}
