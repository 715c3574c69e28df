import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './components/app.tsx';
import { follow, takeToken } from './connection.ts';
import { listenToKeys } from './keys.ts';
import { connection, isDark, now, receive, unseen } from './state.ts';

const AGE_MS = 10_000;

async function start(): Promise<void> {
  effect(() => {
    document.documentElement.dataset.theme = isDark.value ? 'dark' : 'light';
  });
  render(<App />, document.getElementById('app')!);
  listenToKeys();
  addEventListener('scroll', () => {
    if (scrollY <= 80) unseen.value = 0;
  });
  setInterval(() => {
    now.value = Date.now();
  }, AGE_MS);
  if ((await takeToken()) === undefined) connection.value = 'denied';
  else
    await follow({
      onEvent: receive,
      onState: (state) => {
        connection.value = state;
      },
    });
}

void start();
