#!/bin/sh
set -e
  echo "two"
