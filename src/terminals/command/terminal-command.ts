import { withoutHook } from '../../core/terminal/shell/shell-script.ts';
import { lastLineOf } from '../background-output.ts';
import type { ProgramRequests } from '../program/program-requests.ts';
import type { CommandOutput, ShownOutput } from './command-output.ts';

/** A command of a session, from the moment that it is submitted to the shell. */
export class Command {
  /** In its shell. */
  number: number;
  readonly text: string;
  readonly output: CommandOutput;
  readonly requests: ProgramRequests;
  readonly finished: Promise<void>;
  #resolve = () => {};
  #exitCode: number | undefined;
  hasStarted = false;
  /** The shell exited with it. */
  endedShell = false;
  wasInterrupted = false;
  wasRetyped = false;
  /** Another terminal's result has said that it ended. */
  wasAnnounced = false;
  /** Its exit code and its last output were shown. */
  wasReported = false;

  constructor(number: number, text: string, output: CommandOutput, requests: ProgramRequests) {
    this.number = number;
    this.text = text;
    this.output = output;
    this.requests = requests;
    this.finished = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Undefined while it runs. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  get isRunning(): boolean {
    return this.#exitCode === undefined;
  }

  print(bytes: Uint8Array): void {
    this.requests.push(bytes, () => this.output.recent());
    this.output.append(bytes);
  }

  /** The first exit code counts. */
  finish(exitCode: number): void {
    this.#exitCode ??= exitCode;
    this.requests.close();
    this.#resolve();
  }

  /** What it has printed since it was last shown. */
  async show(): Promise<ShownOutput> {
    const isFinal = !this.isRunning;
    const shown = await this.output.show(isFinal);
    this.wasReported ||= isFinal;
    const own = isFinal ? withoutHook(shown.text) : shown.text;
    const text = this.endedShell ? own.replace(/(^|\n)exit\n?$/, '$1') : own;
    return { ...shown, text: text.replace(/\n$/, '') };
  }

  lastLine(): string {
    return lastLineOf(this.output.recent());
  }

  progressText(seconds: number): string {
    return `running for ${seconds} s, ${this.output.bytes} bytes of output`;
  }
}
