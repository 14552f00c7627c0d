/** Something the page can do. */
export interface Command {
  /** Unique among those listed. */
  readonly id: string;
  readonly title: string;
  /** What it belongs to: "Screens", "Downloads". */
  readonly group: string;
  /** The key that does the same; empty for none. */
  readonly keys: string;
  readonly run: () => void;
}

/**
 * Finds the commands a text asks for: each of its words begins, or stands in, a word of title or
 * group. Those whose title begins with the text come first, then those with words that do.
 * @param commands all commands, in their order
 * @param text what was typed; empty for all
 */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  const ranked = commands.flatMap((command) => {
    const said = `${command.title} ${command.group}`.toLowerCase();
    if (!words.every((word) => said.includes(word))) return [];
    const isStart = said.startsWith(words.join(' '));
    const areStarts = words.every((word) => ` ${said}`.includes(` ${word}`));
    return [{ command, rank: isStart ? 0 : areStarts ? 1 : 2 }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ command }) => command);
}
