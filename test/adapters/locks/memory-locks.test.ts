import { locksContract } from '../../contracts/locks.contract.ts';
import { MemoryLocks } from './memory-locks.ts';

locksContract('MemoryLocks', async () => new MemoryLocks());
