import os

def main():
    run()  
    wait()
    stop()
